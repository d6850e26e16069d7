/** CA certificates of a file, imported one by one: those above others first. */
import { composite } from '#contract/jobs/composite.ts'
import type { Told } from '#contract/endpoint.ts'
import { textOfJson } from '#contract/json.ts'
import { addCertificate } from '#contract/keys/certificates.ts'

export const importCertificates = composite({
  id: 'keys.importCertificates',
  permission: addCertificate.permission,
  job: {
    kind: 'ca-certificate',
    concurrency: 1,
    steps: [
      {
        endpoint: addCertificate,
        // To add what is there already changes nothing.
        isRepeatable: true,
        input: ({ name, pem }) => ({
          fileType: 'CERTFILE',
          // As a file of a form travels; its text stands in the job.
          File: { name: textOfJson(name), bytes: new TextEncoder().encode(textOfJson(pem)) } as never,
        }),
        answered: ({ message }: { message: string }): Told => ({ outcome: 'done', remark: message }),
      },
    ],
  },
})
