import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { type Server, serversQuery } from '#components/issuing/servers-query.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { publishAcmeFiles } from '#contract/keys/acme-orders.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import type { AcmeRequestRow } from './acme-orders-query.ts'

type Props = {
  /** Id of the request. */
  id: string
  /** Server and directory of the last publication. */
  last: Pick<AcmeRequestRow, 'serverName' | 'webRoot'>
  /** Why publishing is unavailable at the moment. */
  reason: string | false
}

const { webRoot } = publishAcmeFiles.input.shape
const form = z.object({ serverName: z.string().check(z.minLength(1, 'Choose a server.')), webRoot })

/** Publishes the challenge files on a deployment server and requests validation. */
export function PublishFiles({ id, last, reason }: Props) {
  const { data, error } = useQuery(serversQuery)
  const names = data?.rows.flatMap(({ serverName }) => serverName ?? []) ?? []
  return (
    <ActionButton
      endpoint={publishAcmeFiles}
      variant="default"
      reason={reason || noServer(data, error)}
      renderDialog={(close) => (
        <FormDialog
          title="Publish files on a server"
          action="Publish and continue"
          schema={form}
          send={(values: z.output<typeof form>) => change(publishAcmeFiles, { CSR_ID: id, ...values })}
          onClose={close}
        >
          {data === null ? (
            <>
              <NotReported what="which servers are saved" />
              <TextField name="serverName" label="Server" autoComplete="off" defaultValue={last.serverName} />
            </>
          ) : (
            <SelectField
              name="serverName"
              label="Server"
              options={names.map((name) => ({ value: name, label: name }))}
              defaultValue={last.serverName ?? names[0]}
            />
          )}
          <TextField
            name="webRoot"
            label="Web root"
            description="The folder that its web server serves on port 80. The files are removed after the check."
            defaultValue={last.webRoot ?? '/var/www/html'}
          />
        </FormDialog>
      )}
    >
      Publish on a server
    </ActionButton>
  )
}

/** Why no server can be chosen. */
function noServer(data: { rows: readonly Server[] } | null | undefined, error: Error | null): string | false {
  if (data === undefined)
    return error ? `The servers could not be loaded: ${problemOf(error).message}.` : 'The servers are being loaded.'
  return data?.rows.length === 0 && 'Add a deployment server first (Certificates, Servers).'
}
