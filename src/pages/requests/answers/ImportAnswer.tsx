import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { loadPart } from '#api/load-part.ts'
import { problemOf } from '#api/problem.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { hex } from '#components/issuing/read/pem.ts'
import { useRequestFile } from '#components/issuing/use-request-file.ts'
import { addCertificate } from '#contract/keys/certificates.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { FileField } from '#ui/form/FileField.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { Answer, Missing } from './examine-answer.ts'

type Props = {
  /** Id of the request. */
  id: string
  /** Receives the message of the server. */
  onImported: (message: string) => void
  onClose: () => void
}

/** Imports the certificate for a request. The file is checked before it is sent. */
export function ImportAnswer({ id, onImported, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<Answer>()
  const { read } = useRequestFile(id)
  const choose = async (chosen: File) => {
    setFile(chosen)
    setAnswer(undefined)
    const seen = await loadPart(() => import('./examine-answer.ts'))
      .then(({ examineAnswer }) => examineAnswer(id, chosen, read ? hex(read.spki) : undefined))
      .catch((error: unknown) => ({
        file: { name: chosen.name, bytes: new Uint8Array() },
        refusal: `${problemOf(error).message}. ${problemOf(error).next}`,
      }))
    setAnswer(seen)
  }
  const { refusal, missing } = answer ?? {}
  return (
    <FormDialog
      title={`Import certificate for request ${id}`}
      action="Import"
      schema={z
        .object({
          File: z.string().check(
            z.minLength(1, 'Choose a certificate file'),
            z.refine(() => refusal === undefined, refusal ?? ''),
            z.refine(() => answer !== undefined, 'The file is still being read. Try again.'),
          ),
          incomplete: z.optional(z.string()),
        })
        .check(
          z.refine(({ incomplete }) => !missing?.isNext || incomplete === 'on', {
            path: ['incomplete'],
            message: 'Confirm that the chain stays incomplete',
          }),
        )}
      send={async () => {
        if (!answer) return { message: '' }
        return change(addCertificate, { fileType: 'CERTFILE', File: answer.file })
      }}
      onSent={({ message }) => {
        onImported(missing ? `${message} Its issuer ${missing.name} is not in the inventory.` : message)
        onClose()
      }}
      onClose={onClose}
    >
      <Text size="sm">
        The certificate receives the private key of the request if the service has stored it. It can then be exported
        and deployed.
      </Text>
      <FileField
        label="Choose a certificate"
        name="File"
        file={file}
        onFile={(chosen) => void choose(chosen)}
        accept=".pem,.crt,.cer,.der,.p7b,.p7c,.txt,.zip"
        description="PEM, DER, P7B (PKCS #7) or a zip archive of them, with or without its chain, in any order."
        error={refusal}
      />
      {missing && <MissingIssuer missing={missing} />}
    </FormDialog>
  )
}

function MissingIssuer({ missing: { name, isNext } }: { missing: Missing }) {
  if (!isNext)
    return (
      <Notice tone="info" title={`Not included: ${name}`}>
        <span>
          It issued the last certificate of the chain and is not in the inventory. If it is a root that clients trust,
          the chain is complete. Otherwise import its certificate as well.
        </span>
      </Notice>
    )
  return (
    <>
      <Notice tone="warn" title={`Missing issuer: ${name}`} urgent>
        <span>
          Its certificate is neither in the file nor in the inventory. Clients may reject the certificate without it.
          Download the chain from the CA and choose a file that includes it.
        </span>
      </Notice>
      <CheckboxField name="incomplete" label="Import without the issuer. The chain stays incomplete." />
    </>
  )
}
