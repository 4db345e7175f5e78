// The life of the server: one at a time, started with the chosen interpreter, restarted on demand.

import type { ChildProcess } from "node:child_process";
import { type Disposable, EventEmitter, type Uri } from "vscode";
import { State } from "vscode-languageclient/node";
import { type Channels, type TilewrightClient, createClient, sendSettings } from "./client";
import { currentSettings } from "./configuration";
import { type Interpreter, chooseInterpreter, isLastResort, sameInterpreter } from "./interpreter";
import { type Probe, probe } from "./probe";
import { endProcess, launch } from "./serverProcess";
import type { ServerState } from "./statusText";
import { readSurroundings } from "./surroundings";
import { type Unfit, unfitText } from "./unfitText";

const PROBE_TIMEOUT = 20_000;
const EXIT_GRACE = 3_000;

type Ready = Probe & { kind: "ready" };

export class Server implements Disposable {
  private readonly stateEmitter = new EventEmitter<ServerState>();
  private readonly unfitEmitter = new EventEmitter<Unfit>();
  readonly onState = this.stateEmitter.event;
  readonly onUnfit = this.unfitEmitter.event;

  private current: ServerState = { kind: "stopped" };
  private client: TilewrightClient | undefined;
  private process: ChildProcess | undefined;
  private chosen: Interpreter | undefined;
  /** Starts and stops follow one another: each waits for the one before. */
  private last: Promise<void> = Promise.resolve();

  /** `home` is a folder without Python modules, where interpreters are run. */
  constructor(
    private readonly channels: Channels,
    private readonly home: Uri,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  /** The client when it can be spoken to. */
  get running(): TilewrightClient | undefined {
    return this.client?.isRunning() === true ? this.client : undefined;
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.halt();
      this.chosen = chooseInterpreter(await readSurroundings());
      await this.begin();
    });
  }

  /** Restarts if another interpreter would be chosen now. */
  reconsider(): Promise<void> {
    return this.enqueue(async () => {
      const choice = chooseInterpreter(await readSurroundings());
      if (!sameInterpreter(choice, this.chosen) && !(await this.outdoes(choice))) {
        await this.halt();
        this.chosen = choice;
        await this.begin();
      }
    });
  }

  /** The interpreter that runs the server, or is to run it. */
  async interpreter(): Promise<Interpreter | undefined> {
    await this.last;
    return this.chosen;
  }

  async tellSettings(): Promise<void> {
    if (this.running) {
      await sendSettings(this.running);
    }
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.halt());
  }

  dispose(): void {
    this.stateEmitter.dispose();
    this.unfitEmitter.dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step).catch((error: unknown) => {
      this.fail(messageOf(error));
    });
    return this.last;
  }

  /** Leaves the handshake to run by itself: a server that hangs in it must not hold up a restart. */
  private async begin(): Promise<void> {
    this.enter({ kind: "starting" });
    const interpreter = this.chosen;
    const found = interpreter && (await this.probe(interpreter));
    if (interpreter === undefined || found === undefined) {
      this.reject({ kind: "noInterpreter" });
    } else if (found.kind !== "ready") {
      this.reject({ kind: "unfit", interpreter, probe: found });
    } else {
      this.connect(interpreter, found);
    }
  }

  /**
   * Whether the server that runs is better than what the choice gives: a setting that VS Code no longer tells (of the
   * user, in a remote window, once a terminal opens) must not end it for a Python on PATH that cannot run it.
   */
  private async outdoes(choice: Interpreter | undefined): Promise<boolean> {
    if (this.running === undefined || !isLastResort(choice)) {
      return false;
    }
    const fits = choice !== undefined && (await this.probe(choice)).kind === "ready";
    if (!fits) {
      this.log(`Kept: ${this.chosen?.command ?? ""}, since nothing else that was found can run the server`);
    }
    return !fits;
  }

  private probe(interpreter: Interpreter): Promise<Probe> {
    this.log(`Interpreter: ${[interpreter.command, ...interpreter.args].join(" ")} (${interpreter.source})`);
    return probe(interpreter.command, interpreter.args, { cwd: this.home.fsPath, timeout: PROBE_TIMEOUT });
  }

  private connect(interpreter: Interpreter, found: Ready): void {
    const client: TilewrightClient = createClient(this.channels, () => this.launch(client, interpreter));
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) {
        this.follow(client, newState, interpreter, found);
      }
    });
    client.start().catch((error: unknown) => {
      if (this.client === client) {
        this.fail(`the server did not start: ${messageOf(error)}`);
      }
    });
  }

  private async launch(client: TilewrightClient, { command, args }: Interpreter): Promise<ChildProcess> {
    const words = [...args, "-m", "tilewright_server", ...currentSettings().serverArguments];
    const child = await launch({ command, args: words, cwd: this.home.fsPath }, (how) => {
      this.log(`The server ended: ${how}.`);
    });
    if (this.client === client) {
      this.process = child;
    } else {
      child.kill("SIGKILL");
    }
    return child;
  }

  /** The client restarts by itself after a crash; the states it goes through are shown as they come. */
  private follow(client: TilewrightClient, state: State, interpreter: Interpreter, found: Ready): void {
    if (state === State.Starting) {
      this.enter({ kind: "starting" });
    } else if (state === State.Running) {
      const server = client.initializeResult?.serverInfo?.version ?? found.tilewright;
      this.enter({ kind: "ready", server, python: found.python, interpreter: interpreter.command });
    } else {
      const how = client.initializeResult === undefined ? "ended while it was starting" : "stopped unexpectedly";
      this.enter({ kind: "error", reason: `the server ${how}; see the output` });
    }
  }

  private async halt(): Promise<void> {
    const { client, process: child } = this;
    const grace = client?.isRunning() === true ? EXIT_GRACE : 0;
    this.client = undefined;
    this.process = undefined;
    if (client?.isRunning() === true) {
      await client.stop(EXIT_GRACE).catch((error: unknown) => {
        this.log(`Stopping the server: ${messageOf(error)}`);
      });
    }
    if (child !== undefined) {
      await endProcess(child, grace);
    }
    this.enter({ kind: "stopped" });
  }

  private reject(unfit: Unfit): void {
    this.fail(unfitText(unfit).message);
    this.unfitEmitter.fire(unfit);
  }

  private fail(reason: string): void {
    this.log(`Error: ${reason}`);
    this.enter({ kind: "error", reason });
  }

  private enter(state: ServerState): void {
    this.current = state;
    this.stateEmitter.fire(state);
  }

  private log(line: string): void {
    this.channels.output.appendLine(line);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
