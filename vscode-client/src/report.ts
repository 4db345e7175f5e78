// A report of the server as lines for the output channel.

import type { Report } from "./protocol";

const WIDTH = 78;

export function formatReport(report: Report, at: Date): string {
  const heading = `${report.ok ? "✓" : "✗"} ${report.title} · ${clock(at)} `;
  return `${heading.padEnd(WIDTH, "─")}\n${withoutMargin(report.text)}\n`;
}

function withoutMargin(text: string): string {
  return text.replace(/^(\s*\n)+/, "").trimEnd();
}

function clock(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}
