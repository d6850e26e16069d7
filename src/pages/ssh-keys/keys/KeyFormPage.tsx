import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { Permitted } from '#components/actions/Permitted.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'

type Props<S extends z.ZodMiniType> = {
  /** Endpoint that the form calls. */
  endpoint: Endpoint
  title: string
  action: string
  schema: S
  /** Returns the name of the new key. */
  send: (values: z.output<S>) => Promise<string>
  children: ReactNode
}

/** Page with a form that adds a key; opens the key afterward. */
export function KeyFormPage<S extends z.ZodMiniType>({ endpoint, title, action, schema, send, children }: Props<S>) {
  const navigate = useNavigate()
  const { problem, pending, formProps } = useSentForm(schema, async (values) =>
    navigate(paths.sshKey(await send(values))),
  )
  return (
    <Page title={title}>
      <Permitted endpoint={endpoint}>
        <Panel title="The key">
          <Form {...formProps} aria-label={title} style={{ maxWidth: '34rem' }}>
            <Stack gap="md">
              {children}
              {problem && <ProblemPanel problem={problem} />}
              <Group gap="sm">
                <Button type="submit" loading={pending}>
                  {action}
                </Button>
                <ActionLink to={paths.sshKeys}>Cancel</ActionLink>
              </Group>
            </Stack>
          </Form>
        </Panel>
      </Permitted>
    </Page>
  )
}
