import { expect, test } from 'vitest'
import { changeOf, chartOf, summaryOf } from '#pages/overview/trend/chart.ts'

const drawn = (values: (number | null)[]) => chartOf(values, '2026-11-20') ?? expect.unreachable()

test('a day without data ends a line, and is said', () => {
  const chart = drawn([null, 5, 7, null, 6])
  expect(chart.lines.map((line) => line.map(({ day }) => day))).toEqual([['2026-11-21', '2026-11-22'], ['2026-11-24']])
  expect(summaryOf(chart)).toBe('Between 5 and 7, 1 day without data')
  expect(changeOf(chart)).toBe('+1 since 21 Nov 2026')
})

test('one number is no change, and none is no chart', () => {
  expect(changeOf(drawn([null, 4]))).toBe('')
  expect(summaryOf(drawn([4]))).toBe('One value so far, on 20 Nov 2026')
  expect(changeOf(drawn([4, 4]))).toBe('No change')
  expect(changeOf(drawn([4, 1]))).toBe('−3 since 20 Nov 2026')
  expect(chartOf([null, null], '2026-11-20')).toBeUndefined()
})

test('every point is inside of the chart, the highest above the lowest', () => {
  const { points } = drawn([3, 1, 2])
  expect(points.map(({ y }) => y)).toEqual([4, 44, 24])
  expect(points.map(({ x }) => x)).toEqual([4, 100, 196])
})
