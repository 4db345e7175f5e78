// The document around the explorer's page in VS Code: it may load its own script and style, and nothing else.

export function explorerPage(source: string, nonce: string, script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${source}`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    "img-src data:",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="style-nonce" content="${nonce}" />
    <title>Stages</title>
    <link rel="stylesheet" href="${style}" />
    <script defer src="${script}"></script>
  </head>
  <body></body>
</html>
`;
}
