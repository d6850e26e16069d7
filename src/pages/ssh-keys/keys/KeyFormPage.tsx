import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { useAttempt } from '#api/change.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import type { FieldErrors } from '#components/actions/FormDialog.tsx'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'

type Props<S extends z.ZodMiniType> = {
  title: string
  action: string
  schema: S
  /** Gives the name of the key that is there now. */
  send: (values: z.output<S>) => Promise<string>
  renderFields: (errors: FieldErrors) => ReactNode
}

/** A form by which a key comes here; it leads to the key. */
export function KeyFormPage<S extends z.ZodMiniType>({ title, action, schema, send, renderFields }: Props<S>) {
  const { problem, attempted } = useAttempt()
  const navigate = useNavigate()
  const { errors, pending, formProps } = useCheckedForm(schema, (values) =>
    attempted(async () => navigate(paths.sshKey(await send(values)))),
  )
  return (
    <Page title={title}>
      <Panel title="The key">
        <form {...formProps} aria-label={title} style={{ maxWidth: '34rem' }}>
          <Stack gap="md">
            {renderFields(errors)}
            {problem && <ProblemPanel problem={problem} />}
            <Group gap="sm">
              <Button type="submit" loading={pending}>
                {action}
              </Button>
              <ActionLink to={paths.sshKeys}>Cancel</ActionLink>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Page>
  )
}
