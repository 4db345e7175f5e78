// Asks the search of a built site, without a browser: node search.cjs SITE QUERY...; prints the addresses that each query finds, best first.
const { readFileSync, readdirSync } = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const [site, ...queries] = process.argv.slice(2);
const folder = path.join(site, "assets/javascripts/workers");
const script = readFileSync(path.join(folder, readdirSync(folder).find((name) => /^search.*\.js$/.test(name))), "utf8");
const index = JSON.parse(readFileSync(path.join(site, "search/search_index.json"), "utf8"));
const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;
const answers = {};
const waiting = [...queries];
let listener;
const self = {
  addEventListener: (kind, call) => (listener = kind === "message" ? call : listener),
  postMessage: (message) => {
    if (message.type === RESULT) {
      answers[asked] = message.data.items.map((pages) => pages.map((page) => page.location));
    }
    if (message.type === READY || message.type === RESULT) next();
  },
  importScripts: () => {},
};
// What a page talks to, as the page's own script changes it.
class Worker {
  postMessage(message) {
    listener({ data: message });
  }
}
vm.runInNewContext(readFileSync(path.join(site, "assets/search-words.js"), "utf8"), { Worker });
const worker = new Worker();
let asked;
function next() {
  asked = waiting.shift();
  if (asked === undefined) return console.log(JSON.stringify(answers));
  setImmediate(() => worker.postMessage({ type: QUERY, data: asked }));
}
Object.assign(self, { self, console, setTimeout, clearTimeout, performance, URL });
vm.runInNewContext(script, self);
worker.postMessage({ type: SETUP, data: { ...index, options: { suggest: true } } });
