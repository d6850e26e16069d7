/** Imports the CA certificates of a file individually, issuers first. */
import { composite } from '#contract/jobs/composite.ts'
import type { ItemOutcome } from '#contract/endpoint.ts'
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
        // Adding an existing certificate has no effect.
        isRepeatable: true,
        input: ({ name, pem }) => ({
          fileType: 'CERTFILE',
          // Sent as a form file; its text is stored in the job.
          File: { name: textOfJson(name), bytes: new TextEncoder().encode(textOfJson(pem)) } as never,
        }),
        answered: ({ message }: { message: string }): ItemOutcome => ({ outcome: 'done', remark: message }),
      },
    ],
  },
})
