// The exact check of the open file: the server executes it in a process of its own, and publishes
// what is wrong with the kernels that it makes.

import { type OutputChannel, window } from "vscode";
import { executed, readyClient, showReport, tellFailure } from "./buildAndRun";
import { SERVER_COMMANDS } from "./protocol";
import type { Server } from "./server";

const TITLE = "Exact check";

export async function exactCheck(server: Server, output: OutputChannel): Promise<void> {
  const document = window.activeTextEditor?.document;
  const client = await readyClient(server, TITLE);
  if (document === undefined || client === undefined) {
    return;
  }
  try {
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    showReport(output, await executed(client, SERVER_COMMANDS.exactCheck, { uri }, TITLE));
  } catch (error) {
    tellFailure(error, TITLE);
  }
}
