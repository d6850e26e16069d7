import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { loadPart } from '#api/load-part.ts'
import { getCertificate } from '#contract/keys/certificates.ts'

/** Downloads a certificate with its chain and parses it in the browser. */
export const chainQuery = (common_name: string, serial_number: string) =>
  queryOptions({
    queryKey: ['chain', common_name, serial_number],
    queryFn: async ({ signal }) => {
      const [file, { readCertificates }] = await Promise.all([
        call(getCertificate, { common_name, serial_number, fileType: 'PEM' }, signal),
        loadPart(() => import('./read/read-certificate.ts')),
      ])
      return readCertificates(file.bytes)
    },
  })
