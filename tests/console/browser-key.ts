/** What the person does when the browser asks for the security key: touches it, or cancels. */
type Person = () => 'touches' | 'cancels';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

const credential = {
  id: 'a2V5',
  rawId: bytes('key'),
  type: 'public-key',
  authenticatorAttachment: 'cross-platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('client'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    attestationObject: bytes('attestation'),
    userHandle: null,
    getTransports: () => ['usb'],
    getPublicKeyAlgorithm: () => -7,
    getPublicKey: () => null,
    getAuthenticatorData: () => bytes('data'),
  },
};

/** Gives jsdom a browser's security keys. Returns the options that pages asked with. */
export function stubBrowserKey(person: Person = () => 'touches'): unknown[] {
  const asked: unknown[] = [];
  const answer = async (options: unknown): Promise<unknown> => {
    asked.push(options);
    if (person() === 'cancels')
      throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
    return credential;
  };
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: () => undefined });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: answer, create: answer } });
  return asked;
}
