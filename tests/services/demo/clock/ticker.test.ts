import { expect, test } from 'vitest'
import { ticker } from '#services/demo/clock/ticker.ts'

/** A piece that stands still in its first turn, after it looked, until it is let go. */
function slowPiece() {
  const { promise: letGo, resolve } = Promise.withResolvers<void>()
  const due: string[] = []
  const done: string[] = []
  let turns = 0
  const piece = async () => {
    turns += 1
    const found = due.splice(0)
    if (turns === 1) await letGo
    done.push(...found)
    return 0
  }
  return { piece, due, done, letGo: resolve, turns: () => turns }
}

test('waiting for a turn includes what was due, even if a turn was already running', async () => {
  const { piece, due, done, letGo } = slowPiece()
  const lab = ticker([piece], () => undefined)
  const first = lab.catchUp()
  due.push('the command of nine o’clock')

  const second = lab.catchUp()
  letGo()
  await Promise.all([first, second])

  expect(done).toEqual(['the command of nine o’clock'])
})

test('concurrent waiters share one turn', async () => {
  const { piece, letGo, turns } = slowPiece()
  const lab = ticker([piece], () => undefined)
  const waiting = [lab.catchUp(), lab.catchUp(), lab.catchUp(), lab.catchUp()]
  letGo()
  await Promise.all(waiting)

  expect(turns()).toBe(2)
})

test('a failed turn rejects only its waiters, and the next one runs', async () => {
  let turns = 0
  const lab = ticker(
    [
      async () => {
        turns += 1
        if (turns === 1) throw new Error('the database went away')
        return 0
      },
    ],
    () => undefined,
  )
  const first = lab.catchUp()
  const second = lab.catchUp()

  await expect(first).rejects.toThrow('the database went away')
  await expect(second).resolves.toBeUndefined()
  expect(turns).toBe(2)
})
