import { expect, test } from 'vitest'
import { shortcutGroups, shortcutHelp } from '#ui/keyboard/shortcut-help.ts'
import { ariaKeys, isPressed } from '#ui/keyboard/shortcuts.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test('every shortcut is in the help, once', () => {
  expect(shortcutGroups.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(shortcutHelp).toSorted())
})

test('Ctrl or Cmd with a letter, and nothing besides', () => {
  expect(isPressed('Mod+K', press('k', { ctrlKey: true }))).toBe(true)
  expect(isPressed('Mod+K', press('K', { metaKey: true }))).toBe(true)
  expect(isPressed('Mod+K', press('k'))).toBe(false)
  expect(isPressed('Mod+K', press('k', { ctrlKey: true, metaKey: true }))).toBe(false)
  expect(isPressed('Mod+K', press('k', { ctrlKey: true, shiftKey: true }))).toBe(false)
  expect(isPressed('Mod+K', press('k', { ctrlKey: true, altKey: true }))).toBe(false)
})

test('a sign is a sign, whichever keys this keyboard makes it with', () => {
  expect(isPressed('?', press('?', { shiftKey: true }))).toBe(true)
  expect(isPressed('/', press('/'))).toBe(true)
  expect(isPressed('/', press('/', { shiftKey: true })), 'German keyboards').toBe(true)
  expect(isPressed('/', press('/', { ctrlKey: true }))).toBe(false)
})

test('keys with modifiers and keys without are not taken for each other', () => {
  expect(isPressed('Control+Home', press('Home', { ctrlKey: true }))).toBe(true)
  expect(isPressed('Control+Home', press('Home'))).toBe(false)
  expect(isPressed('Home', press('Home', { ctrlKey: true }))).toBe(false)
})

test('assistive technology is told the key of this machine', () => {
  expect(ariaKeys('lookUp', true)).toBe('Meta+K')
  expect(ariaKeys('lookUp', false)).toBe('Control+K')
})
