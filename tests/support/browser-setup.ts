// What React or the browser complains about on the console is a defect, although the page may look right.
// A test that provokes a complaint replaces the spy: vi.spyOn(console, 'error').mockImplementation(() => {})
import { afterEach, beforeEach, expect, vi } from 'vitest'

const complaints: unknown[][] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
})

afterEach(() => expect(complaints, 'console errors').toEqual([]))
