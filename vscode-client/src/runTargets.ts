// Which functions a list of code actions or code lenses offers to build and run.

import { CLIENT_COMMANDS, type FunctionReference, isFunctionReference } from "./protocol";

interface Command {
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** The targets in the order given, each once. An item is a command, or has one in `command`. */
export function runTargets(items: readonly unknown[]): FunctionReference[] {
  const targets = new Map<string, FunctionReference>();
  for (const item of items) {
    const target = commandOf(item)?.arguments?.[0];
    if (isFunctionReference(target)) {
      targets.set(`${target.uri}#${target.name}`, target);
    }
  }
  return [...targets.values()];
}

function commandOf(item: unknown): Command | undefined {
  const command = hasCommand(item) ? (typeof item.command === "string" ? item : item.command) : undefined;
  return isCommand(command) && command.command === CLIENT_COMMANDS.buildAndRun ? command : undefined;
}

function isCommand(value: unknown): value is Command {
  return hasCommand(value) && typeof value.command === "string";
}

function hasCommand(value: unknown): value is { command: unknown } {
  return typeof value === "object" && value !== null && "command" in value;
}
