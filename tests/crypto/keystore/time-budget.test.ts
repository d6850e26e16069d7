import { expect, test } from 'vitest'
import { timeBudget } from '#crypto/keystore/time-budget.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { refusalOf } from '../refusal-of.ts'

const work = () => {
  for (const end = Date.now() + 1; Date.now() < end;) Math.random()
}

/** The thread does nothing at all: what vitest itself works beside a timer would be counted. */
const standStill = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('a file that takes longer than its time is given up before the next step', () => {
  const spend = timeBudget(20)
  spend()
  for (let spent = 0; spent <= 21;) spent += cpuMilliseconds(work)
  expect(refusalOf(spend)).toMatchObject({ reason: 'too-costly', field: 'file' })
})

test('and a time in which others had the processor does not count', () => {
  const spend = timeBudget(500)
  standStill(600)
  expect(spend()).toBeUndefined()
})
