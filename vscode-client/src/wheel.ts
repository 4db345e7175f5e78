// The wheel of Tilewright that this package carries: the compiler and the server that go with this client.

/** Where it lies in the extension's folder; `make vsix` puts it there. */
export function wheelPath(version: string): string[] {
  return ["wheel", `tilewright-${version}-py3-none-any.whl`];
}
