// A code pane: CodeMirror with lines that are coloured by where they come from, marked by what changed, and linked by hover and cursor.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { type ChangeSpec, Compartment, EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { language } from "./languages";

/** What is known of one line: the lines of the file, its look, the parts of it that are new, and words at its end. */
export interface Line {
  readonly origins: readonly number[];
  readonly look?: string;
  readonly parts?: readonly (readonly [number, number])[];
  readonly note?: string;
}

export interface Code {
  readonly dom: HTMLElement;
  show(text: string, lines: readonly Line[], stage: string): void;
  /** Changes what is known of the lines, not the text. */
  dress(lines: readonly Line[]): void;
  link(origins: ReadonlySet<number>): void;
  reveal(origins: ReadonlySet<number>): void;
  revealLine(line: number): void;
  text(): string;
}

export interface Listener {
  /** The lines of the file that the pointer is over; none when it has left. */
  onPoint(origins: readonly number[]): void;
  /** The cursor has been put on a line. */
  onSelect?(line: number, origins: readonly number[]): void;
  onEdit?(text: string): void;
}

const HUES = 10;
const setLines = StateEffect.define<readonly Line[]>();
const setLinked = StateEffect.define<ReadonlySet<number>>();

interface Dress {
  readonly lines: readonly Line[];
  readonly linked: ReadonlySet<number>;
  readonly decorations: DecorationSet;
}

const dress = StateField.define<Dress>({
  create: () => ({ lines: [], linked: new Set(), decorations: Decoration.none }),
  update: (value, transaction) => {
    let { lines, linked } = value;
    let again = false;
    for (const effect of transaction.effects) {
      if (effect.is(setLines)) [lines, again] = [effect.value, true];
      if (effect.is(setLinked)) [linked, again] = [effect.value, true];
    }
    if (again) return { lines, linked, decorations: decorated(transaction.state, lines, linked) };
    return transaction.docChanged ? { ...value, decorations: value.decorations.map(transaction.changes) } : value;
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.decorations),
});

function decorated(state: EditorState, lines: readonly Line[], linked: ReadonlySet<number>): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (let number = 1; number <= Math.min(state.doc.lines, lines.length); number += 1) {
    const line = lines[number - 1];
    if (line === undefined) continue;
    const { from } = state.doc.line(number);
    const first = line.origins[0];
    const classes = [
      first === undefined ? "" : `origin hue-${first % HUES}`,
      line.look ?? "",
      line.origins.some((origin) => linked.has(origin)) ? "linked" : "",
    ].join(" ");
    const attributes: Record<string, string> = line.note === undefined ? {} : { "data-note": line.note };
    if (classes.trim() !== "" || line.note !== undefined) {
      builder.add(from, from, Decoration.line({ class: classes, attributes }));
    }
    for (const [start, end] of line.parts ?? []) {
      builder.add(from + start, from + end, Decoration.mark({ class: "part" }));
    }
  }
  return builder.finish();
}

/** What has to be replaced between what both texts begin and end with: the lines around keep their places and colours. */
function change(before: string, after: string): ChangeSpec {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return before === after ? [] : { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

export function code(label: string, editable: boolean, listener: Listener): Code {
  const chosen = new Compartment();
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.content ?? "";
  let quiet = false;
  let spoken: Extension | undefined;
  const originsAt = (at: number) => {
    const line = view.state.doc.lineAt(at).number - 1;
    return { line, origins: view.state.field(dress).lines[line]?.origins ?? [] };
  };
  const view: EditorView = new EditorView({
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        drawSelection(),
        highlightActiveLine(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap, ...(editable ? [indentWithTab] : [])]),
        EditorState.readOnly.of(!editable),
        EditorView.contentAttributes.of({ "aria-label": label }),
        chosen.of([]),
        dress,
        EditorView.updateListener.of((update) => {
          if (quiet) return;
          if (update.docChanged) listener.onEdit?.(update.state.doc.toString());
          if (update.selectionSet && !update.docChanged) {
            const { line, origins } = originsAt(update.state.selection.main.head);
            listener.onSelect?.(line, origins);
          }
        }),
        EditorView.domEventHandlers({
          mousemove: (event) => {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
            listener.onPoint(originsAt(at).origins);
          },
          mouseleave: () => {
            listener.onPoint([]);
          },
        }),
      ],
    }),
  });
  const first = (wanted: ReadonlySet<number>) =>
    view.state.field(dress).lines.findIndex((line) => line.origins.some((origin) => wanted.has(origin)));
  const scroll = (line: number) => {
    if (line >= 0 && line < view.state.doc.lines) {
      const { from } = view.state.doc.line(line + 1);
      view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
    }
  };
  return {
    dom: view.dom,
    show: (text, lines, stage) => {
      quiet = true;
      const wanted = language(stage);
      const effects: StateEffect<unknown>[] = [setLines.of(lines)];
      if (wanted !== spoken) effects.push(chosen.reconfigure(wanted));
      spoken = wanted;
      view.dispatch({ changes: change(view.state.doc.toString(), text), effects });
      quiet = false;
    },
    dress: (lines) => {
      view.dispatch({ effects: setLines.of(lines) });
    },
    link: (origins) => {
      view.dispatch({ effects: setLinked.of(origins) });
    },
    reveal: (origins) => {
      scroll(first(origins));
    },
    revealLine: scroll,
    text: () => view.state.doc.toString(),
  };
}
