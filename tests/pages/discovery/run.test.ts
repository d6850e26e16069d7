import { expect, test } from 'vitest'
import { retry, resume, newRun, progressOf, rowsOf, type Run } from '#pages/discovery/run.ts'

const targets = Array.from({ length: 100 }, (_, at) => ({ host: `h${at}`, port: 443 }))
const found = (hosts: readonly { host: string }[]) =>
  hosts.map(({ host }) => ({ host, status: 'SUCCESS', message: 'ok' }))
const problemOf = (error: unknown) => ({
  message: (error as Error).message,
  stops: (error as Error).message === 'signed out',
})
const never = new AbortController().signal

test('slice after slice is asked and shown, and each host has its answer', async () => {
  const shown: number[] = []
  const run = await resume(newRun(targets, 5, [], 0), {
    ask: (slice) => Promise.resolve(found(slice)),
    show: (now) => void shown.push(progressOf(now).done),
    signal: never,
    problemOf,
  })
  expect(shown).toEqual([64, 100, 100])
  expect(run.state).toBe('ended')
  expect(new Set(rowsOf(run).map(({ outcome }) => outcome))).toEqual(new Set(['found']))
})

test('a pause lets go of the slice under way; going on asks it once more, and the done ones not again', async () => {
  const pause = new AbortController()
  const asked: string[] = []
  const paused = await resume(newRun(targets, 5, [], 0), {
    ask: (slice, signal) => {
      asked.push(slice[0]?.host ?? '')
      if (asked.length < 2) return Promise.resolve(found(slice))
      pause.abort()
      return Promise.reject(signal.reason as Error)
    },
    show: () => undefined,
    signal: pause.signal,
    problemOf,
  })
  expect(progressOf(paused)).toEqual({ total: 100, done: 64 })
  const kept = JSON.parse(JSON.stringify(paused)) as Run // as the browser keeps it
  await resume(kept, {
    ask: (slice) => {
      asked.push(slice[0]?.host ?? '')
      return Promise.resolve(found(slice))
    },
    show: () => undefined,
    signal: never,
    problemOf,
  })
  expect(asked).toEqual(['h0', 'h64', 'h64'])
})

test('a slice that fails is told of, the rest is asked; what stops them all stands still with the reason', async () => {
  const answers = ['no answer', undefined]
  const run = await resume(newRun(targets, 5, [], 0), {
    ask: (slice) => {
      const message = answers.shift()
      return message ? Promise.reject(new Error(message)) : Promise.resolve(found(slice))
    },
    show: () => undefined,
    signal: never,
    problemOf,
  })
  expect(rowsOf(run).filter(({ outcome }) => outcome === 'not asked')).toHaveLength(64)
  expect(rowsOf(run)[0]?.message).toBe('no answer')
  const stopped = await resume(retry(run, 1), {
    ask: () => Promise.reject(new Error('signed out')),
    show: () => undefined,
    signal: never,
    problemOf,
  })
  expect(stopped).toMatchObject({ state: 'paused', problem: 'signed out' })
  expect(progressOf(stopped)).toEqual({ total: 100, done: 36 })
})

test('asking again asks those without a certificate alone', async () => {
  const run = await resume(newRun(targets.slice(0, 3), 5, [], 0), {
    ask: () =>
      Promise.resolve([
        { host: 'h0', status: 'SUCCESS', message: 'www' },
        { host: 'h1', status: 'FAILURE', message: 'Nothing listens on this port' },
      ]),
    show: () => undefined,
    signal: never,
    problemOf,
  })
  expect(rowsOf(run).map(({ outcome }) => outcome)).toEqual(['found', 'nothing', 'not asked'])
  const more = retry(run, 1)
  expect(rowsOf(more).map(({ host, outcome }) => `${host} ${outcome}`)).toEqual([
    'h0 found',
    'h1 waiting',
    'h2 waiting',
  ])
})

test('one host at two ports has two answers', async () => {
  const both = [
    { host: 'h', port: 443 },
    { host: 'h', port: 8443 },
  ]
  const run = await resume(newRun(both, 5, [], 0), {
    ask: () =>
      Promise.resolve([
        { host: 'h', status: 'SUCCESS', message: 'one' },
        { host: 'h:8443', status: 'FAILURE', message: 'other' },
      ]),
    show: () => undefined,
    signal: never,
    problemOf,
  })
  expect(rowsOf(run).map(({ id, message }) => [id, message])).toEqual([
    ['h:443', 'one'],
    ['h:8443', 'other'],
  ])
})
