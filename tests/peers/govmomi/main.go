// The simulator of govmomi as an ESXi host, or as a vCenter Server, over TLS on a port of loopback.
package main

import (
	"crypto/tls"
	"flag"
	"log"
	"net/url"

	"github.com/vmware/govmomi/simulator"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address and port")
	user := flag.String("user", "", "user name of the only login")
	password := flag.String("password", "", "password of the only login")
	machines := flag.Int("machines", 2, "number of virtual machines")
	address := flag.String("address", "", "IP address of each virtual machine")
	vcenter := flag.Bool("vcenter", false, "a vCenter Server in place of a host")
	flag.Parse()

	model := simulator.ESX()
	if *vcenter {
		model = simulator.VPX()
	}
	model.Machine = *machines
	if err := model.Create(); err != nil {
		log.Fatal(err)
	}
	for _, entity := range simulator.Map.All("VirtualMachine") {
		entity.(*simulator.VirtualMachine).Guest.IpAddress = *address
	}
	model.Service.TLS = new(tls.Config)
	model.Service.Listen = &url.URL{Host: *listen, User: url.UserPassword(*user, *password)}
	model.Service.NewServer()
	select {}
}
