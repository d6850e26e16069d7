import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { NotReported } from '#components/offered/NotReported.tsx'
import { deployCertificate } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { serversQuery } from '#components/issuing/servers-query.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { type Assigned, deploymentsOf } from './deployments.ts'
import { isReadable, type Readable, targetsOf } from './read-targets.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }

/** Assigns the selected certificates to servers. There is no default, so that each choice is deliberate. */
export function DeploySeveral({ rows, onClose }: Props) {
  const { data, error, refetch } = useQuery(targetsOf(rows))
  const servers = useQuery(serversQuery)
  const [assigned, setAssigned] = useState<Assigned>({})
  const known = servers.data === null ? null : servers.data?.rows
  const readable = data?.filter(isReadable)
  const withKey = readable?.filter(({ detail }) => detail.endpoint?.PrivateKey !== false)
  const plans = withKey && known !== undefined ? deploymentsOf(withKey, assigned, known) : undefined
  const left = data && withKey && data.length - withKey.length
  return (
    <JobDialog
      title="Deploy certificates"
      action="Deploy to"
      nouns={['server', 'servers']}
      plans={plans}
      unread={error ? { error, refetch } : servers}
      fields={
        <Stack gap="sm">
          <Text size="sm">
            Each server has one certificate. A copy of the current certificate is kept, the current private key is not.
          </Text>
          {left !== undefined && left > 0 && (
            <Notice tone="warn" title={`${left} of ${rows.length} cannot be deployed`}>
              <span>Their private key is not stored in the service, or they could not be read.</span>
            </Notice>
          )}
          {known && <QueryProblem error={servers.error} refetch={servers.refetch} />}
          {withKey &&
            (known === null ? (
              <ByName chosen={withKey} onChange={setAssigned} />
            ) : known === undefined ? (
              !servers.error && <Loading lines={2} />
            ) : known.length === 0 ? (
              <Notice tone="info" title="No servers yet">
                <span>Add a server under Certificates, Servers.</span>
              </Notice>
            ) : (
              known.map(({ serverName = '' }) => (
                <SelectField
                  key={serverName}
                  name={serverName}
                  label={serverName}
                  value={assigned[serverName] ?? ''}
                  options={[
                    { value: '', label: 'No change' },
                    ...withKey.map(({ row, target }) => ({
                      value: row.id,
                      label: `${row.name}, serial number ${target.serial_number}`,
                    })),
                  ]}
                  onChange={({ currentTarget }) => setAssigned({ ...assigned, [serverName]: currentTarget.value })}
                />
              ))
            ))}
        </Stack>
      }
      reason={plans?.length === 0 && 'No server is selected.'}
      order={() => ({ endpoint: deployCertificate, input: {} })}
      inputOf={(target) => target}
      onClose={onClose}
    />
  )
}

/** Entry of server names, for key services that do not list their servers. */
function ByName({ chosen, onChange }: { chosen: readonly Readable[]; onChange: (assigned: Assigned) => void }) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const change = (id: string, text: string) => {
    const next = { ...names, [id]: text }
    setNames(next)
    onChange(
      Object.fromEntries(
        Object.entries(next).flatMap(([certificate, list]) =>
          list.split(',').map((name): [string, string] => [name.trim(), certificate]),
        ),
      ),
    )
  }
  return (
    <>
      <NotReported what="which servers are saved">Enter their names. Separate several by commas.</NotReported>
      {chosen.map(({ row }) => (
        <TextField
          key={row.id}
          name={row.id}
          label={`Servers for ${row.name}`}
          autoComplete="off"
          value={names[row.id] ?? ''}
          onChange={({ currentTarget }) => change(row.id, currentTarget.value)}
        />
      ))}
    </>
  )
}
