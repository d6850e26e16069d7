import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { loadPart } from '#api/load-part.ts'
import type { ReadCertificate } from '#components/issuing/read/read-certificate.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { getCertificate, getCertificateDetails } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'

export type Replaced = {
  chain: ReadCertificate[]
  commonName: string
  serialNumber: string
  /** Name of its profile or template; empty if unknown. */
  profile: string
}

/**
 * The certificate to renew, with its chain: the list provides its id, the details its serial number, and the file all
 * other data. Other certificates with the same name are excluded.
 */
export const replacedQuery = (id: string) =>
  queryOptions({
    queryKey: ['replaced certificate', id],
    queryFn: async ({ signal }): Promise<Replaced> => {
      const reading = loadPart(() => import('#components/issuing/read/read-certificate.ts'))
      reading.catch(() => {}) // awaited below; avoids an unhandled rejection if another request fails first
      const { rows } = await call(findCertificates, { id, offset: 0, limit: 1 }, signal)
      const common_name = rows[0]?.name
      if (!common_name) throw notThere(id)
      const details = await call(getCertificateDetails, { common_name }, signal)
      const detail = details.rows.find(({ CertificateId }) => CertificateId === id)
      const serial_number = detail?.endpoint?.serial
      if (!serial_number) throw notThere(id)
      const file = await call(getCertificate, { common_name, serial_number, fileType: 'PEM' }, signal)
      const { readCertificates } = await reading
      const profile = detail?.certificateTemplate ?? ''
      return { chain: readCertificates(file.bytes), commonName: common_name, serialNumber: serial_number, profile }
    },
  })

const notThere = (id: string) => new Problem('NOT_FOUND', `The inventory has no certificate ${id}`, { service: 'keys' })
