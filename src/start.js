// npm start. Plain JavaScript, so that a Node too old to run TypeScript can still report its version.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  process.stderr.write(
    `Node 24.7 or newer is needed, and this is ${process.versions.node}. npm installs one for Linux, Windows and macOS on Intel; if it is missing, run "npm ci" again, without --omit=optional. On other systems install Node 24.\n`,
  )
  process.exit(1)
}
await import('./server.ts')
