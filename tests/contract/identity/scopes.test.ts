import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { findScope, listOfScopes, scopeNamesIn, scopes } from '#contract/identity/scopes.ts'
import { mdm } from '#contract/mdm/operations.ts'

test('there is a scope for all that a row of mobile device management asks for', () => {
  const known = scopes.map(({ name }) => name.split('.').slice(1).join('.'))
  for (const endpoint of Object.values<Endpoint>(mdm))
    expect(known).toEqual(expect.arrayContaining([...(endpoint.scopes ?? [])]))
})

test('a scope is found in any letter case, and keeps its own', () => {
  fc.assert(
    fc.property(fc.constantFrom(...scopes), fc.infiniteStream(fc.boolean()), (scope, upper) => {
      const typed = Array.from(scope.name, (letter) =>
        upper.next().value ? letter.toUpperCase() : letter.toLowerCase(),
      )
      expect(findScope(typed.join(''))).toBe(scope)
    }),
  )
})

test('a list by commas, blanks or both is read, each scope once', () => {
  const [first, second] = scopes.map(({ name }) => name)
  expect(scopeNamesIn(` ${first},${second}  ${first?.toLowerCase()},,Other `)).toEqual([first, second, 'Other'])
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...scopes.map(({ name }) => name))), (names) => {
      expect(scopeNamesIn(listOfScopes(names))).toEqual(names)
    }),
  )
})

test('every scope says in words of its own what it lets do', () => {
  expect(new Set(scopes.map(({ words }) => words)).size).toBe(scopes.length)
  for (const { name } of scopes) expect(name).toMatch(/^\w+\.\w+\.(READ|CREATE|UPDATE|DELETE)$/)
  expect(findScope('toString')).toBeUndefined()
})
