import { expect, test } from 'vitest'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { chainOf, findIssuer, findLeaf } from '#crypto/x509/chain.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { newIntermediate, newRoot, newServer, p256 } from './authorities.ts'
import { certificateVector } from './vectors.ts'

const [root, impostor, intermediate, leaf] = ['root', 'impostor', 'intermediate', 'leaf'].map((name) =>
  certificateVector(`${name}.pem`),
)
if (!root || !impostor || !intermediate || !leaf) throw new Error('vectors are missing')

test('certificates in any order, with duplicates and strangers, become one chain', () => {
  const jumble = [impostor, root, leaf, root, intermediate]
  expect(chainOf(leaf, jumble)).toEqual({ certificates: [leaf, intermediate, root], complete: true })
  expect(chainOf(root, jumble)).toEqual({ certificates: [root], complete: true })
})

test('a gap is noticed', () => {
  expect(chainOf(leaf, [root, impostor])).toEqual({ certificates: [leaf], complete: false })
  expect(chainOf(leaf, [intermediate])).toEqual({ certificates: [leaf, intermediate], complete: false })
})

test('the issuer is who signed, not who has the name', () => {
  expect(findIssuer(intermediate, [impostor, root])).toEqual(root)
  expect(findIssuer(intermediate, [impostor, leaf, Uint8Array.of(1, 2, 3)])).toBeUndefined()
})

test('a file of several is about the one that issued none of the others', () => {
  expect(findLeaf([root, intermediate, leaf])).toEqual(leaf)
  expect(findLeaf([root])).toEqual(root)
  expect(findLeaf([])).toBeUndefined()
})

test('the chain of a freshly signed host leads to its root', async () => {
  const top = await newRoot()
  const below = await newIntermediate(top)
  const { certificate } = await newServer(below, 'www.example.com')
  expect(chainOf(certificate, [top.certificate, below.certificate])).toMatchObject({ complete: true })
})

test('a server’s own certificate is a whole chain, although it is no authority', async () => {
  const { privateKey } = await generatePair(p256)
  const subject = { commonName: 'printer.example.com' }
  const certificate = createSelfSigned({ subject, alternativeNames: [], privateKey, validity: validityOf(1, 'days') })
  expect(chainOf(certificate, [root])).toEqual({ certificates: [certificate], complete: true })
})
