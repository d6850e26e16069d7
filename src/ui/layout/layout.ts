/** What pages arrange their content with. Mantine stays behind this folder. */
export { ActionIcon, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
