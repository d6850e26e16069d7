import { defaultDialect } from '#contract/dialect.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

/** Differences of a server from the references, as sentences. */
export function dialectTexts({ service, pages }: Upstream): string[] {
  const { version, prefix, names, credentialHeader, inputData, omits, operations, apiRoot, pageBase } = pages.configured
  const absent = Object.keys(operations).filter((id) => operations[id] === false)
  const elsewhere = Object.keys(operations).filter((id) => !absent.includes(id))
  const renamed = Object.keys(names).length
  const words: (string | false)[] = [
    service === 'desktop' && version !== defaultDialect.version && `Version ${version}`,
    service === 'desktop' && pageBase === 1 && 'Pages count from 1',
    service === 'desktop' && pageBase === 'auto' && pageBaseText(pages.base()),
    service === 'mdm' && prefix !== defaultDialect.prefix && `Paths begin with ${prefix}`,
    service === 'keys' && inputData === 'body' && 'INPUT_DATA is sent in the body',
    credentialHeader !== undefined && `The credential is sent in the header ${credentialHeader}`,
    renamed > 0 && (renamed === 1 ? '1 name is another one' : `${renamed} names are other ones`),
    apiRoot !== undefined && `Addresses of resources are read from ${apiRoot}`,
    elsewhere.length > 0 && `At another address or by another method: ${elsewhere.join(', ')}`,
    absent.length > 0 && `Not offered: ${absent.join(', ')}`,
    omits.length > 0 && `Never sent: ${omits.join(', ')}`,
  ]
  return words.filter((word) => word !== false)
}

const pageBaseText = (found: 0 | 1 | undefined) =>
  found === undefined
    ? 'Page base is detected with the first list'
    : `Pages count from ${found}, detected automatically`
