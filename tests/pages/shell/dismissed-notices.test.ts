import { expect, test } from 'vitest'
import type { Concern } from '#contract/attention/concern.ts'
import { notDismissed, withDismissed } from '#pages/shell/dismissed-notices.ts'

const notice = (id: string, state: string): Concern => ({
  id,
  state,
  kind: 'failed',
  urgent: false,
  title: id,
  why: '',
  to: '',
})

test('what was dismissed stays away until it changes', () => {
  const dismissed = withDismissed({}, [notice('a', 'expires')])
  expect(notDismissed([notice('a', 'expires'), notice('b', 'x')], dismissed).map(({ id }) => id)).toEqual(['b'])
  expect(notDismissed([notice('a', 'expired')], dismissed)).toHaveLength(1)
})

test('the browser keeps the newest thousand', () => {
  const many = Array.from({ length: 1200 }, (_, at) => notice(`n${at}`, ''))
  const kept = withDismissed({ old: '' }, many)
  expect(Object.keys(kept)).toHaveLength(1000)
  expect(kept).toHaveProperty('n1199')
  expect(kept).not.toHaveProperty('old')
})
