import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type ReadCertificate, readCertificates } from '#components/issuing/read/read-certificate.ts'
import { getCertificate, getCertificateDetails, listCertificates } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'

export type Replaced = { chain: ReadCertificate[]; commonName: string; serialNumber: string }

/**
 * The certificate that is to be replaced, with its chain. The list has its number, the details its serial number
 *, and the file all the rest; a certificate of the same name is never taken for it.
 */
export const replacedQuery = (id: string) =>
  queryOptions({
    queryKey: ['replaced certificate', id],
    queryFn: async ({ signal }): Promise<Replaced> => {
      const { rows } = await call(listCertificates, {}, signal)
      const common_name = rows.find(({ CertID }) => String(CertID) === id)?.['Common Name']
      if (!common_name) throw notThere(id)
      const details = await call(getCertificateDetails, { common_name }, signal)
      const serial_number = details.rows.find(({ CertificateId }) => CertificateId === id)?.endpoint?.serial
      if (!serial_number) throw notThere(id)
      const file = await call(getCertificate, { common_name, serial_number, fileType: 'PEM' }, signal)
      return { chain: readCertificates(file.bytes), commonName: common_name, serialNumber: serial_number }
    },
  })

const notThere = (id: string) => new Problem('NOT_FOUND', `The inventory has no certificate ${id}`, { service: 'keys' })
