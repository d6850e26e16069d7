import { expect, test } from 'vitest'
import { inAscii, isTooManyNames, namesIn } from '#components/issuing/form/names.ts'

const read = (text: string) => namesIn(text).map(({ name, kind }) => [name, kind])

test('names are taken as people paste them: by lines, commas, blanks, and as openssl prints them', () => {
  expect(read('www.example.com\nexample.com, *.example.com  10.0.0.1')).toEqual([
    ['www.example.com', 'dns'],
    ['example.com', 'dns'],
    ['*.example.com', 'wildcard'],
    ['10.0.0.1', 'ip'],
  ])
  expect(read('DNS:a.example, IP Address:fd00::1, email:x@y.example, URI:https://a.example/b, DNS: c.example')).toEqual(
    [
      ['a.example', 'dns'],
      ['fd00::1', 'ip'],
      ['x@y.example', 'mail'],
      ['https://a.example/b', 'uri'],
      ['c.example', 'dns'],
    ],
  )
})

test('a name that is there twice counts once', () => {
  expect(read('a.example\nA.EXAMPLE\nDNS:a.example')).toHaveLength(1)
})

test('names of other scripts are written as certificates have them', () => {
  expect(inAscii('bücher.example\n*.例え.example\na.example')).toBe(
    'xn--bcher-kva.example\n*.xn--r8jz45g.example\na.example',
  )
})

test('a thousand names are taken, and no more', () => {
  const names = Array.from({ length: 1001 }, (_, index) => `n${index}.example`)
  expect(isTooManyNames(names.slice(1).join('\n'))).toBe(false)
  expect(isTooManyNames(names.join('\n'))).toBe(true)
})
