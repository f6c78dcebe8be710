/** Where the servers of the customer listen, beside its network. */
export const addresses = {
  directory: { host: '127.20.1.2', port: 389 },
  esxi: { host: '127.20.1.3', port: 443 },
  web: { host: '127.20.1.10', port: 8080 },
  mail: { host: '127.20.1.11', port: 2525 },
  names: { host: '127.20.1.12', port: 5353 },
  /** Receives the messages of the notification channel. */
  receiver: { host: '127.20.1.20', port: 8090 },
} as const;

export const webAddress = `http://${addresses.web.host}:${addresses.web.port}`;
/** The name that the DNS server knows. */
export const shopName = 'shop.northwind.example';
export const domainRoot = 'DC=northwind,DC=example';
