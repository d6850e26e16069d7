import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { timeBudget } from '#crypto/keystore/time-budget.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { refusalOf } from '../refusal-of.ts'

const work = () => {
  for (const end = Date.now() + 1; Date.now() < end;) Math.random()
}

test('a file that takes longer than its time is given up before the next step', () => {
  const spend = timeBudget(20)
  spend()
  for (let spent = 0; spent <= 21;) spent += cpuMilliseconds(work)
  expect(refusalOf(spend)).toMatchObject({ reason: 'too-costly', field: 'file' })
})

test('and a time in which others had the processor does not count', async () => {
  const spend = timeBudget(20)
  await delay(40)
  expect(spend()).toBeUndefined()
})
