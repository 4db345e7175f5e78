// Elements in one expression.

type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

const SVG = "http://www.w3.org/2000/svg";

export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled<E extends Element>(made: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(key.replace(/^on/, ""), value);
    } else if (value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : String(value));
    }
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A sentence whose names stand between backticks. */
export function words(sentence: string): (Node | string)[] {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}

/** `1.5 G`: three digits and a prefix. */
export function metric(value: number, unit: string): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.abs(value) || 1) / 3), -4), 5);
  const prefix = ["p", "n", "µ", "m", "", "k", "M", "G", "T", "P"][step + 4] ?? "";
  return `${Number((value / 1000 ** step).toPrecision(3))} ${prefix}${unit}`;
}
