import { expect, test } from 'vitest'
import { fairGate, type Lane } from '#platform/limits/fair-gate.ts'

const limits = { concurrency: 2, strangers: 1, waitingOfPlace: 3, waiting: 5 }
const stranger = (place: string): Lane => ({ place, isKnown: false })

/** Work that ends when it is told to; `started` has its names in their order. */
function bench(gate = fairGate(limits)) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string, lane: Lane) =>
    gate(
      lane,
      () =>
        new Promise<string>((resolve) => {
          started.push(name)
          ends.set(name, () => resolve(name))
        }),
    )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    await settled()
    ends.get(name)?.()
    await settled()
  }
  return { started, enter, end, settled }
}

test('strangers never have all places, and who is known goes before all that wait', async () => {
  const { started, enter, end, settled } = bench()
  void enter('first', stranger('a'))
  void enter('second', stranger('a'))
  void enter('person', { place: 'a', isKnown: true })
  await settled()
  expect(started).toEqual(['first', 'person'])
  void enter('other person', { place: 'a', isKnown: true })
  await end('first')
  expect(started.at(-1)).toBe('other person')
  await end('person')
  expect(started.at(-1)).toBe('second')
})

test('strangers have their turn place by place', async () => {
  const { started, enter, end } = bench()
  for (const name of ['a1', 'a2', 'a3']) void enter(name, stranger('a'))
  void enter('b1', stranger('b'))
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('where too many wait, nothing is run and it is said at once', async () => {
  const { started, enter } = bench()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name, stranger('a'))
  expect(await enter('a5', stranger('a'))).toBeUndefined()
  for (const name of ['b1', 'b2']) void enter(name, stranger('b'))
  expect(await enter('c1', stranger('c'))).toBeUndefined()
  expect(started).toEqual(['a1'])
})

test('work that fails makes room like any other', async () => {
  const gate = fairGate({ ...limits, concurrency: 1 })
  await expect(gate(stranger('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await gate(stranger('a'), () => Promise.resolve('yes'))).toEqual({ result: 'yes' })
})
