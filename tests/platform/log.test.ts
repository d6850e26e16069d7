import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Log, openLog, traceOf } from '#platform/log.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const written = async (name: string, ...[event, facts]: Parameters<Log>) => {
  openLog(join(folder, name)).log(event, facts)
  return readFile(join(folder, name), 'utf8')
}

test('an event is one line of JSON in a file that only its owner reads', async () => {
  const line = await written('one', 'request', { route: 'mdm.listDevices', status: 200, ms: 3, id: 9007199254741001n })
  expect(JSON.parse(line)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    event: 'request',
    route: 'mdm.listDevices',
    status: 200,
    ms: 3,
    id: Number('9007199254741001'),
  })
  expect((await stat(join(folder, 'one'))).mode & 0o077).toBe(0)
})

test('what a person typed cannot forge a second line, nor steer a terminal', async () => {
  const typed = 'a\r\n{"event":"forged"}\u0000\u001b[2J\u0085\u009b31m\u2028\u202egnp.exe'
  const line = await written('typed', 'refused', { typed })
  expect(line.trimEnd().split(/\r|\n|\u0085|\u2028/)).toHaveLength(1)
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/)
  expect((JSON.parse(line) as { typed: string }).typed).toBe(typed)
})

test('a whole object handed over by mistake is not written', async () => {
  const line = await written('object', 'request', { headers: { authorization: 'canary-1' }, list: ['canary-2'] })
  expect(line).not.toContain('canary')
})

test('a log that was moved away goes on in a new file once it is reopened', async () => {
  const file = join(folder, 'rotated')
  const { log, reopen } = openLog(file)
  log('first')
  await rename(file, `${file}.1`)
  log('second')
  reopen()
  log('third')
  expect(await readFile(`${file}.1`, 'utf8')).toMatch(/"first".*\n.*"second".*\n$/)
  expect(await readFile(file, 'utf8')).toMatch(/^.*"log reopened".*\n.*"third".*\n$/)
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('a log that cannot be reopened goes on in the file that is open', async () => {
  const inFolder = await mkdtemp(join(folder, 'removed-'))
  const { log, reopen } = openLog(join(inFolder, 'log'))
  await rename(inFolder, `${inFolder}-elsewhere`)
  reopen()
  log('later')
  const lines = await readFile(join(`${inFolder}-elsewhere`, 'log'), 'utf8')
  expect(lines).toMatch(/"log not reopened".*ENOENT.*\n.*"later"/)
})

test('an error shows where it arose, and nothing of what it choked on', () => {
  const error = (() => {
    try {
      return JSON.parse('canary-3') as never
    } catch (cause) {
      return cause
    }
  })()
  expect(String(error)).toContain('canary-3')
  const trace = JSON.stringify(traceOf(error))
  expect(trace).toContain('log.test.ts')
  expect(trace).not.toContain('canary')
})
