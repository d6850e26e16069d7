// npm test: builds what is stale, runs every runner, and closes with one line that counts them all.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '#proxy/build.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A runner that hangs ends; each takes a third of this on two quiet cores. */
const runnerTimeoutMs = 45 * 60_000
/** A test that fails is tried once more, and named in the runner's own lines where only that passes (decision 090). */
const triedOnceMore = 1
const reports = await mkdtemp(join(tmpdir(), 'triptych-tests-'))

const vitest = () => {
  const file = join(reports, 'vitest.json')
  const how = ['--allowOnly=false', `--retry=${triedOnceMore}`, '--reporter=default', '--reporter=json']
  const args = ['vitest/vitest.mjs', 'run', ...how]
  return counted<VitestReport>(file, [...args, `--outputFile.json=${file}`], (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))
}

const playwright = () => {
  const file = join(reports, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const how = ['--forbid-only', '--trace=on-first-retry', `--retries=${triedOnceMore}`, '--reporter=list,json']
  const args = ['@playwright/test/cli.js', 'test', '--config', 'e2e', ...how]
  return counted<PlaywrightReport>(file, args, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

/** A runner that fails without a failed test (a file that does not load, a crash, a hang) is one failure. */
async function counted<Report>(file: string, [script = '', ...args]: string[], count: (report: Report) => Count) {
  const command = [join('node_modules', script), ...args]
  const runner = spawn(process.execPath, command, { stdio: 'inherit', timeout: runnerTimeoutMs })
  const [exitCode] = (await once(runner, 'close')) as [number | null]
  const report = await readFile(file, 'utf8').catch(() => undefined)
  const result = report ? count(JSON.parse(report) as Report) : { passed: 0, failed: 0, skipped: 0 }
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
}

const counts: Count[] = []
try {
  await buildIfStale()
  counts.push(await vitest())
  if (globSync('e2e/**/*.spec.ts').length > 0) counts.push(await playwright())
} catch (error) {
  console.error(error)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}
await rm(reports, { recursive: true, force: true })

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
