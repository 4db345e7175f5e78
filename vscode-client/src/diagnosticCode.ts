// The code of a diagnostic, in any of the shapes that VS Code gives it.

export interface CodedDiagnostic {
  readonly source?: string | undefined;
  readonly code?: string | number | { readonly value: string | number } | undefined;
}

/** The codes of Tilewright's own diagnostics, each once. */
export function diagnosticCodes(diagnostics: readonly CodedDiagnostic[]): string[] {
  const ours = diagnostics.filter((diagnostic) => diagnostic.source?.toLowerCase() === "tilewright");
  return [...new Set(ours.flatMap((diagnostic) => codeOf(diagnostic) ?? []))];
}

/** A code that a caller of the command passes: bare, or as `{code}`. */
export function codeArgument(argument: unknown): string | undefined {
  if (typeof argument === "string") {
    return argument;
  }
  const code = typeof argument === "object" && argument !== null && "code" in argument ? argument.code : undefined;
  return typeof code === "string" ? code : undefined;
}

function codeOf({ code }: CodedDiagnostic): string | undefined {
  const value = typeof code === "object" ? code.value : code;
  return value === undefined ? undefined : String(value);
}
