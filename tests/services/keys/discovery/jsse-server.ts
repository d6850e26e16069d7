import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run } from '../../../crypto/run-tool.ts'
import { startTool } from '../../../crypto/start-tool.ts'

// Java still speaks SSL 3.0 and the suites of its time, once everything that forbids them is taken away.
const source = `
import javax.net.ssl.*; import java.io.*; import java.security.*;
public class Legacy {
  public static void main(String[] args) throws Exception {
    Security.setProperty("jdk.tls.disabledAlgorithms", "");
    Security.setProperty("jdk.certpath.disabledAlgorithms", "");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new FileInputStream(args[0]), "password".toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(store, "password".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLServerSocket server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
    server.setEnabledProtocols(args[1].split(","));
    server.setEnabledCipherSuites(args[2].split(","));
    System.out.println(server.getLocalPort());
    while (true) {
      SSLSocket socket = (SSLSocket) server.accept();
      new Thread(() -> { try { socket.startHandshake(); socket.close(); } catch (IOException e) { } }).start();
    }
  }
}`

/** A server of Java's with these protocols and suites, by Java's names, until the test ends. */
export async function jsseServer(protocols: string, suites: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-jsse-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [program, store] = [join(folder, 'Legacy.java'), join(folder, 'store.p12')]
  writeFileSync(program, source)
  const password = ['-storetype', 'PKCS12', '-storepass', 'password']
  const key = ['-alias', 'jsse', '-keyalg', 'RSA', '-keysize', '2048', '-dname', 'CN=jsse.example']
  run('keytool', ['-genkeypair', '-keystore', store, ...password, ...key])
  const [port] = (await once(startTool('java', [program, store, protocols, suites]).stdout, 'data')) as [Buffer]
  return Number(port)
}
