import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import type { Problem } from '#contract/problem.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { GenerateKey, type CreatedKey, CreatedKeyDialog } from './NewKey.tsx'
import type { KeyService } from './service-keys.ts'
import { type OpenDialog, columnsFor } from './ServiceKeyColumns.tsx'

/** API keys that a service has issued, including those of this console. */
export function ServiceKeys({ of: service }: { of: KeyService }) {
  const { caption, permission, about, elsewhere, list } = service
  const may = useMay()(permission)
  const { data: rows, error, refetch, isPending } = useQuery({ ...list, enabled: may, retry: false } as typeof list)
  const [asked, setAsked] = useState<OpenDialog>()
  const [made, setMade] = useState<CreatedKey>()
  const close = () => setAsked(undefined)
  const isElsewhere = error !== null && isUnknownHere(problemOf(error))

  if (!may) {
    return (
      <Panel title={caption}>
        <Text size="sm" c="dimmed">
          Viewing and changing them requires {permission}.
        </Text>
      </Panel>
    )
  }
  if (isElsewhere) {
    return (
      <Panel title={caption}>
        <Text size="sm">Keys of this server are managed on the server. {elsewhere}</Text>
      </Panel>
    )
  }
  return (
    <Panel
      title={caption}
      actions={
        <Button size="xs" variant="default" onClick={() => setAsked({ what: 'generate' })}>
          Generate key
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <QueryProblem error={error} refetch={refetch} />
      {(rows || isPending) && (
        <DataTable
          caption={caption}
          rows={rows ?? []}
          loading={isPending}
          columns={columnsFor(service, setAsked)}
          rowId={({ id }) => id}
          empty={<Empty title="No key" hint="None were generated, or all were revoked." />}
        />
      )}
      {asked && <Question asked={asked} service={service} onMade={setMade} onClose={close} />}
      {made && <CreatedKeyDialog made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}

/** Other servers manage keys only in their own UI. */
const isUnknownHere = ({ code, status }: Problem) => code === 'NOT_OFFERED' || status === 404 || status === 405

type QuestionProps = {
  asked: OpenDialog
  service: KeyService
  onMade: (made: CreatedKey) => void
  onClose: () => void
}

/** Confirmation for creating, regenerating or revoking a key. */
function Question({ asked, service, onMade, onClose }: QuestionProps) {
  if (asked.what === 'generate') return <GenerateKey service={service} onMade={onMade} onClose={onClose} />
  const { name, id } = asked.key
  return asked.what === 'regenerate' ? (
    <Confirm
      title={`Regenerate “${name}”?`}
      action="Regenerate"
      onConfirm={async () => {
        const value = await service.regenerate(id)
        onMade({ name, reveal: () => value })
      }}
      onClose={onClose}
    >
      Generates a new value that is shown only once. The old value stops working immediately. Update all programs that
      use it.
    </Confirm>
  ) : (
    <Confirm
      title={`Revoke “${name}”?`}
      action="Revoke"
      typed={name}
      onConfirm={() => service.revoke(id)}
      onClose={onClose}
    >
      The key stops working immediately. This cannot be undone.
    </Confirm>
  )
}
