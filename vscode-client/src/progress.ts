// Work-done progress of one request, shown in a progress notification.

import { randomUUID } from "node:crypto";
import type { Progress } from "vscode";
import { WorkDoneProgress } from "vscode-languageclient/node";
import type { TilewrightClient } from "./client";

export interface WorkDone {
  /** To be sent along as `workDoneToken`. */
  readonly token: string;
  dispose(): void;
}

export function onWorkDone(client: TilewrightClient, shown: Progress<{ message?: string; increment?: number }>): WorkDone {
  const token = randomUUID();
  let done = 0;
  const listener = client.onProgress(WorkDoneProgress.type, token, (value) => {
    if (value.kind === "end") {
      return;
    }
    const percentage = Math.max(value.percentage ?? done, done);
    const message = value.message ?? (value.kind === "begin" ? value.title : undefined);
    shown.report({ increment: percentage - done, ...(message === undefined ? {} : { message }) });
    done = percentage;
  });
  return {
    token,
    dispose: () => {
      listener.dispose();
    },
  };
}
