// Search takes each word for the beginning of others: `a` for `axis`, `grid` for `grid_sample`. A question therefore goes to it without the words
// that name nothing, and asks for each of the rest twice: as a beginning, and with more weight as it is (`grid^4`).
const NAMELESS = new Set(
  `a about an and any are as at be but by can cannot could did do does for from get gives go had has have how i if in into is it its me mean means mine
  my no not of on one only or our shall should so that the their them then there these they this those to up use using want was we were what when where
  which who whose why will with would you your`.split(/\s+/),
);

// Keywords that search takes for words without meaning -> what the page about them has for it.
const KEYWORDS = new Map([["else", "elif"], ["while", "whileloop"]]);

function named(question) {
  const words = question.split(/\s+/).filter((word) => word && !NAMELESS.has(word.toLowerCase()));
  return words.length ? words.map((word) => weighed(KEYWORDS.get(word.toLowerCase()) ?? word)).join(" ") : question;
}

function weighed(word) {
  const [, space, name] = /^([TRI]\.)?([\w.]*\w)(?:\(.*)?$/.exec(word) ?? [];
  return name ? `${space ? `${space[0]}^1 ` : ""}${name} ${name}^4` : word;
}

if (globalThis.Worker) {
  const QUERY = 2; // the theme's messages to its worker: set up, ready, query, result
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asked = message?.type === QUERY && typeof message.data === "string";
    return postMessage.call(this, asked ? { ...message, data: named(message.data) } : message, ...rest);
  };
}

// The theme searches when a key is released; text that a menu, a drop or dictation puts into the field releases none.
globalThis.document?.addEventListener("input", ({ target }) => {
  if (target.matches("[data-md-component=search-query]")) target.dispatchEvent(new Event("keyup"));
});
