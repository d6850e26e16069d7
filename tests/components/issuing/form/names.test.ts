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

test('a comma that belongs to a URI is kept as %2C, and one between names separates', () => {
  const names = (text: string) => namesIn(text).map(({ name }) => name)
  expect(names('https://a.example/x,y')).toEqual(['https://a.example/x%2Cy'])
  expect(names('URI:https://a.example/q?a=1,2,b=3,DNS:b.example')).toEqual([
    'https://a.example/q?a=1%2C2%2Cb=3',
    'b.example',
  ])
  expect(names('https://a.example/x,b.example,mail@c.example,urn:x')).toEqual([
    'https://a.example/x',
    'b.example',
    'mail@c.example',
    'urn:x',
  ])
  expect(names('https://a.example,b.example, 192.0.2.1')).toEqual(['https://a.example', 'b.example', '192.0.2.1'])
})
