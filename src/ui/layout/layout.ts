/** Mantine's layout components, re-exported: pages do not import Mantine directly. */
export { ActionIcon, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
