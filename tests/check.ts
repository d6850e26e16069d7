// npm run check:code: all that reads the code without running it, side by side, for each keeps about one core busy.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const checks = ['tsc --checkers 1', 'oxlint --type-aware --deny-warnings', 'oxfmt --check .', 'knip']

/** What it has to say is said in one piece when it has ended. */
async function passes(command: string): Promise<boolean> {
  const check = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complained] = await Promise.all([text(check.stdout), text(check.stderr), once(check, 'close')])
  console.log(`> ${command}\n${said}${complained}`)
  return check.exitCode === 0
}

const passed = await Promise.all(checks.map((check) => passes(check)))
process.exitCode = passed.every(Boolean) ? 0 : 1
