import { AttributeTypeAndValue, AttributeValue, Name, RelativeDistinguishedName } from '@peculiar/asn1-x509'
import { expect, test } from 'vitest'
import { type DistinguishedName, encodeName, readName } from '#crypto/x509/distinguished-name.ts'
import { refusalOf } from '../refusal-of.ts'

const line = (name: DistinguishedName) => readName(encodeName(name)).text

test('a name is read as it was written, narrowest part first', () => {
  const name = { commonName: 'www', organizationalUnit: 'IT', organization: 'Äcme', locality: 'Köln', state: 'NRW' }
  expect(readName(encodeName({ ...name, country: 'de' }))).toEqual({
    ...name,
    country: 'DE',
    text: 'CN=www,OU=IT,O=Äcme,L=Köln,ST=NRW,C=DE',
  })
})

test.each([
  ['Acme, Inc.', 'O=Acme\\, Inc.'],
  ['a+b="c"<d>;\\', 'O=a\\+b=\\"c\\"\\<d\\>\\;\\\\'],
  ['#1', 'O=\\#1'],
  ['東京', 'O=東京'],
  ['👩‍💻', 'O=👩‍💻'],
])('%s is written on one line as %s', (organization, text) => {
  expect(line({ organization })).toBe(text)
})

test('what would be obeyed instead of seen is written in hexadecimal', () => {
  const value = new AttributeValue({ utf8String: 'gnu\u202egro.elpmaxe\0\n' })
  const attribute = new AttributeTypeAndValue({ type: '2.5.4.3', value })
  expect(readName(new Name([new RelativeDistinguishedName([attribute])])).text).toBe(
    'CN=gnu\\e2\\80\\aegro.elpmaxe\\00\\0a',
  )
})

test('blank parts are left out, and blanks around a part too', () => {
  expect(line({ commonName: '  www ', organization: '', locality: '   ' })).toBe('CN=www')
})

test.each([
  [{ country: 'DEU' }, 'too-large', 'country'],
  [{ country: '49' }, 'not-allowed', 'country'],
  [{ commonName: 'a'.repeat(65) }, 'too-large', 'commonName'],
  [{ organizationalUnit: 'a'.repeat(65) }, 'too-large', 'organizationalUnit'],
  [{ state: 'a'.repeat(129) }, 'too-large', 'state'],
  [{ organization: 'a\0b' }, 'not-allowed', 'organization'],
  [{ organization: 'a\nb' }, 'not-allowed', 'organization'],
  [{ organization: 'a\ud800b' }, 'not-allowed', 'organization'],
])('%j is refused', (name, reason, field) => {
  expect(refusalOf(() => encodeName(name))).toMatchObject({ reason, field })
})

test('64 characters are counted as people count them, not by how they are stored', () => {
  expect(readName(encodeName({ commonName: '𝒳'.repeat(64) })).commonName).toBe('𝒳'.repeat(64))
})
