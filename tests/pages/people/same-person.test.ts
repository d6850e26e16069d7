import { expect, test } from 'vitest'
import { personSummary } from '#pages/people/person-rows.ts'
import { isSamePerson } from '#contract/same-person.ts'
import { namesOf } from '#pages/people/same-person.ts'

const users = [
  { user_name: 'Ada Byron', user_email: 'ada@one.example' },
  { user_name: 'Ada Byron', user_email: 'ada@two.example' },
  { user_name: 'Bo Li', user_email: 'bo@one.example' },
]

test('a mail address leads to the name, whatever its case', () => {
  expect(namesOf('BO@one.example', users)).toEqual({ name: 'Bo Li', mail: 'bo@one.example', sameName: 0 })
})

test('a name that two people share decides for neither, and says so', () => {
  expect(namesOf('ada byron', users)).toEqual({ name: 'ada byron', mail: undefined, sameName: 2 })
  expect(namesOf('ada@two.example', users).sameName).toBe(1)
})

test('of two people with the same name, the mail address tells whose a thing is', () => {
  const ada = namesOf('ada@two.example', users)
  expect(isSamePerson(ada, 'Ada Byron', 'ada@one.example')).toBe(false)
  expect(isSamePerson(ada, 'somebody else', 'Ada@two.example')).toBe(true)
  expect(isSamePerson(ada, 'Ada Byron', undefined)).toBe(true)
  expect(isSamePerson(ada, undefined, undefined)).toBe(false)
})

test('a line break in a name adds no line to the call card', () => {
  const card = personSummary({ name: 'Ada\nStatus: fine', mail: undefined, sameName: 0 }, [], [])
  expect(card).toBe('Person: Ada Status: fine')
})
