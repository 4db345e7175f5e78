// What the status bar says about the server.

export type ServerState =
  | { readonly kind: "starting" }
  | { readonly kind: "ready"; readonly server: string; readonly python: string; readonly interpreter: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "error"; readonly reason: string };

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  readonly isError: boolean;
}

export function statusText(state: ServerState): StatusText {
  switch (state.kind) {
    case "starting":
      return { text: "$(loading~spin) Tilewright", tooltip: "Tilewright is starting", isError: false };
    case "ready":
      return { text: "$(check) Tilewright", tooltip: describeReady(state), isError: false };
    case "stopped":
      return { text: "$(circle-slash) Tilewright", tooltip: "Tilewright is stopped", isError: false };
    case "error":
      return { text: "$(error) Tilewright", tooltip: `Tilewright: ${state.reason}`, isError: true };
  }
}

export function describeReady(state: ServerState & { kind: "ready" }): string {
  return `Tilewright ${state.server} on Python ${state.python}\n${state.interpreter}`;
}
