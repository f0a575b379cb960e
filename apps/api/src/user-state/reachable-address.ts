/** How a client on this machine calls what listens on every address: `0.0.0.0` itself is none to call. */
export const reachableAddress = (address: string): string => address.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');
