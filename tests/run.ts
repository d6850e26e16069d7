// npm test: builds what is stale, runs Node tests beside those in a browser, names every failure, and closes with one line
// that counts all tests. Nothing is tried twice (decision 123).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { buildIfStale } from '#server/build.ts'
import { scratchFolder } from './support/scratch.ts'

interface Failure {
  /** The file and the name of the test. */
  test: string
  /** The first lines of its error. */
  error: string
}
interface Result {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** A runner that hangs ends; each takes less than a third of this on two quiet cores. */
const runnerTimeoutMs = 45 * 60_000
const errorLines = 6
const scratch = await scratchFolder()
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.env.TMPDIR = scratch // of both runners

const vitest = (project: 'node' | 'browser') => {
  const file = join(scratch, `vitest-${project}.json`)
  const how = [`--project=${project}`, '--allowOnly=false', '--reporter=default', '--reporter=json']
  const args = ['vitest/vitest.mjs', 'run', ...how]
  return resultOf<VitestReport>(file, [...args, `--outputFile.json=${file}`], (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((tested) => vitestFailures(tested)),
  }))
}

function vitestFailures({ name, status, message, assertionResults }: VitestReport['testResults'][number]): Failure[] {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that does not load has an error and no test.
  if (status === 'failed' && failed.length === 0) return [{ test: file, error: message }]
  return failed.map((test) => ({ test: `${file} > ${test.fullName}`, error: test.failureMessages.join('\n') }))
}

const playwright = () => {
  const file = join(scratch, 'playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file
  const how = ['--forbid-only', '--reporter=list,json']
  const args = ['@playwright/test/cli.js', 'test', '--config', 'e2e', ...how]
  return resultOf<PlaywrightReport>(file, args, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => playwrightFailures(suite)),
  }))
}

function playwrightFailures({ suites = [], specs }: PlaywrightSuite): Failure[] {
  const failed = specs.filter((spec) => !spec.ok)
  return [
    ...failed.map(({ file, title, tests }) => ({
      test: `e2e/${file} > ${title}`,
      error: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
    })),
    ...suites.flatMap((suite) => playwrightFailures(suite)),
  ]
}

/** A runner that fails without a failed test (a file that does not load, a crash, a hang) is one failure. */
async function resultOf<Report>(file: string, [script = '', ...args]: string[], read: (report: Report) => Result) {
  const command = [join('node_modules', script), ...args]
  const runner = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'], timeout: runnerTimeoutMs })
  passLinesOn(runner.stdout, process.stdout)
  passLinesOn(runner.stderr, process.stderr)
  const [exitCode] = (await once(runner, 'close')) as [number | null]
  const report = await readFile(file, 'utf8').catch(() => undefined)
  const result = report ? read(JSON.parse(report) as Report) : { passed: 0, failed: 0, skipped: 0, failures: [] }
  if (exitCode === 0 || result.failed > 0) return result
  const ended = { test: script, error: `It ended with exit code ${exitCode}, and no test failed.` }
  return { ...result, failed: 1, failures: [...result.failures, ended] }
}

/** Whole lines: both runners write at the same time. */
function passLinesOn(from: Readable, to: Writable) {
  createInterface(from).on('line', (line) => to.write(`${line}\n`))
}

/** What kept a runner from running. */
function notRun(error: unknown): Result {
  console.error(error)
  return { passed: 0, failed: 1, skipped: 0, failures: [] }
}

// Tests in a browser need nothing that is built, and begin beside the build. What one of them waits for leaves the processor
// to the other. The specs come last and alone: beside Node tests on two slow cores, calls to SSH hosts missed their deadlines.
const built = buildIfStale()
const inBrowser = vitest('browser')
const inNode = built.then(() => vitest('node'))
const specs = Promise.all([built, inBrowser, inNode.catch(() => undefined)]).then(() => playwright())
const results = await Promise.all([inNode, inBrowser, specs].map((runner) => runner.catch(notRun)))

// Whoever reads only the end of a long log sees what failed.
for (const { test, error } of results.flatMap(({ failures }) => failures)) {
  console.log(`FAILED ${test}\n${error.split('\n').slice(0, errorLines).join('\n')}\n`)
}
const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[key], 0)
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
