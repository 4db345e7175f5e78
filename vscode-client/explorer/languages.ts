// Colours of code: Python for TVMScript, and small tokenizers for LLVM IR and assembly.

import { python } from "@codemirror/lang-python";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const llvm = StreamLanguage.define({
  token: (stream) => {
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^"[^"]*"/)) return "string";
    if (stream.match(/^[%@][\w.$-]+/)) return "variableName";
    if (stream.match(/^[!#][\w.]+/)) return "meta";
    if (stream.match(/^(?:i\d+|float|double|half|bfloat|ptr|void|label|x)\b/)) return "typeName";
    if (stream.match(/^-?(?:0x[\da-fA-F]+|\d[\d.e+-]*)/)) return "number";
    if (stream.match(/^[\w.-]+:/)) return "labelName";
    if (stream.match(/^[a-z_][\w.]*/)) return "keyword";
    stream.next();
    return null;
  },
});

const assembly = StreamLanguage.define<{ atStart: boolean }>({
  startState: () => ({ atStart: true }),
  token: (stream, state) => {
    if (stream.sol()) state.atStart = true;
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:#|\/\/).*/)) return "comment";
    if (stream.match(/^[\w.$]+:/)) return "labelName";
    if (stream.match(/^%\w+/)) return "variableName";
    if (stream.match(/^\$?-?(?:0x[\da-fA-F]+|\d+)/)) return "number";
    if (stream.match(/^\.[\w.]+/)) return state.atStart ? "meta" : "labelName";
    if (stream.match(/^[\w.]+/)) {
      const kind = state.atStart ? "keyword" : "typeName";
      state.atStart = false;
      return kind;
    }
    stream.next();
    return null;
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool], color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--function)" },
  { tag: [tags.typeName, tags.className], color: "var(--type)" },
  { tag: [tags.labelName, tags.meta], color: "var(--label)" },
]);

const highlighting = syntaxHighlighting(colours);
const script: Extension = [python(), highlighting];
const machine: Readonly<Record<string, Extension>> = { "LLVM IR": [llvm, highlighting], Assembly: [assembly, highlighting] };

/** The same for all stages in one language. */
export function language(stage: string): Extension {
  return machine[stage] ?? script;
}
