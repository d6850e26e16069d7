// npm run check:code: all that reads the code without running it, side by side, on one core each: on two, the linter
// computes the types of what both need twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const checks = ['tsc --checkers 1', 'oxlint --type-aware --deny-warnings', 'oxfmt --check .', 'knip']

/** What it has to say is said in one piece when it has ended. */
async function passes(command: string): Promise<boolean> {
  const env = { ...process.env, GOMAXPROCS: '1' }
  const check = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env })
  const [said, complained] = await Promise.all([text(check.stdout), text(check.stderr), once(check, 'close')])
  console.log(`> ${command}\n${said}${complained}`)
  return check.exitCode === 0
}

const passed = await Promise.all(checks.map((check) => passes(check)))
process.exitCode = passed.every(Boolean) ? 0 : 1
