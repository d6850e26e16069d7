import { expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { resume, type SurveyState } from '#pages/devices/survey.ts'

type State = SurveyState<number, string>
const start = (count: number): State => ({
  phase: 'idle',
  answered: [],
  waiting: Array.from({ length: count }, (_, at) => at),
})

async function asked(from: State, ask: (subject: number) => Promise<string>, signal = new AbortController().signal) {
  let state = from
  await resume(from, { ask, show: (next) => (state = next), signal })
  return state
}

test('all are asked, each once, and one that fails does not end it', async () => {
  const state = await asked(start(9), async (subject) => {
    if (subject === 5) throw new Problem('COM0008', 'Gone')
    return `answer ${subject}`
  })
  expect(state.phase).toBe('ended')
  expect(state.answered.map(({ subject }) => subject)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(state.answered[5]).toMatchObject({ problem: { message: 'Gone' } })
})

test('a server that wants fewer questions stops it, and it goes on where it stopped', async () => {
  let refuses = true
  const ask = async (subject: number) => {
    if (subject === 6 && refuses) throw new Problem('COM0002', 'Too many', { retryAfterSeconds: 9 })
    return `answer ${subject}`
  }
  const stopped = await asked(start(9), ask)
  expect(stopped).toMatchObject({ phase: 'stopped', problem: { retryAfterSeconds: 9 } })
  expect(stopped.answered.length + stopped.waiting.length).toBe(9)
  refuses = false
  const ended = await asked(stopped, ask)
  expect(ended.phase).toBe('ended')
  expect(ended.answered.map(({ subject }) => subject)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})
